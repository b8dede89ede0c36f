CREATE TYPE "public"."currency" AS ENUM('USD', 'RUB');--> statement-breakpoint
CREATE TYPE "public"."dispute" AS ENUM('open', 'won', 'lost');--> statement-breakpoint
CREATE TYPE "public"."order_cause" AS ENUM('purchase', 'renewal', 'change');--> statement-breakpoint
CREATE TYPE "public"."order_failure" AS ENUM('declined', 'expired', 'mismatch', 'unavailable');--> statement-breakpoint
CREATE TYPE "public"."order_kind" AS ENUM('pack', 'plan');--> statement-breakpoint
CREATE TYPE "public"."order_status" AS ENUM('pending', 'paid', 'failed', 'canceled');--> statement-breakpoint
CREATE TYPE "public"."payment_provider" AS ENUM('test', 'stripe', 'yookassa');--> statement-breakpoint
CREATE TYPE "public"."plan_period" AS ENUM('month', 'year');--> statement-breakpoint
CREATE TYPE "public"."subscription_status" AS ENUM('active', 'past_due', 'ended');--> statement-breakpoint
CREATE TYPE "public"."test_outcome" AS ENUM('paid', 'declined', 'pending', 'late', 'paid_once', 'canceled');--> statement-breakpoint
ALTER TYPE "public"."entry_kind" ADD VALUE 'refund';--> statement-breakpoint
ALTER TYPE "public"."entry_kind" ADD VALUE 'debt';--> statement-breakpoint
ALTER TYPE "public"."entry_kind" ADD VALUE 'repay';--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" "order_kind" NOT NULL,
	"cause" "order_cause" NOT NULL,
	"item" text NOT NULL,
	"period" "plan_period",
	"tokens" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"currency" "currency" NOT NULL,
	"credit" bigint DEFAULT 0 NOT NULL,
	"subscription_id" uuid,
	"provider" "payment_provider" NOT NULL,
	"checkout_id" text,
	"checkout_url" text,
	"status" "order_status" NOT NULL,
	"failure" "order_failure",
	"idempotency_key" text,
	"idempotency_hash" text,
	"ask_at" timestamp (3) with time zone,
	"asks" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "orders_amounts" CHECK ("orders"."amount" > 0 and "orders"."tokens" > 0 and "orders"."credit" >= 0),
	CONSTRAINT "orders_period" CHECK (("orders"."kind" = 'plan') = ("orders"."period" is not null))
);
--> statement-breakpoint
CREATE TABLE "plan_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"months" integer NOT NULL,
	"tokens" bigint NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "plan_periods_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "plan_periods_sound" CHECK ("plan_periods"."months" in (1, 12) and "plan_periods"."tokens" > 0 and "plan_periods"."ends_at" > "plan_periods"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" "payment_provider" NOT NULL,
	"payment_id" text NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"currency" "currency" NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	"taken" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"dispute" "dispute",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payments_amounts" CHECK ("payments"."amount" > 0 and "payments"."refunded" between 0 and "payments"."amount"),
	CONSTRAINT "payments_tokens" CHECK ("payments"."tokens" >= 0 and "payments"."taken" between 0 and "payments"."tokens")
);
--> statement-breakpoint
CREATE TABLE "plan_grants" (
	"period_id" uuid NOT NULL,
	"month" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_grants_period_id_month_pk" PRIMARY KEY("period_id","month")
);
--> statement-breakpoint
CREATE TABLE "referral_rewards" (
	"invited_id" uuid PRIMARY KEY NOT NULL,
	"inviter_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"inviter_tokens" bigint NOT NULL,
	"invited_tokens" bigint NOT NULL,
	"taken_back_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "referral_rewards_of_others" CHECK ("referral_rewards"."invited_id" <> "referral_rewards"."inviter_id")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"period" "plan_period" NOT NULL,
	"tokens" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"currency" "currency" NOT NULL,
	"provider" "payment_provider" NOT NULL,
	"method" text,
	"status" "subscription_status" NOT NULL,
	"paid_until" timestamp (3) with time zone NOT NULL,
	"renew_at" timestamp (3) with time zone,
	"cancel_at_end" boolean DEFAULT false NOT NULL,
	"next" jsonb,
	"grace_until" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "subscriptions_amounts" CHECK ("subscriptions"."amount" > 0 and "subscriptions"."tokens" > 0)
);
--> statement-breakpoint
CREATE TABLE "test_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"currency" "currency" NOT NULL,
	"outcome" "test_outcome",
	"chosen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_payments_order_id_unique" UNIQUE("order_id")
);
--> statement-breakpoint
ALTER TABLE "token_accounts" DROP CONSTRAINT "token_accounts_not_negative";--> statement-breakpoint
ALTER TABLE "token_accounts" ADD COLUMN "debt" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "token_entries" ADD COLUMN "payment_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_grants" ADD CONSTRAINT "plan_grants_period_id_plan_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."plan_periods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_invited_id_users_id_fk" FOREIGN KEY ("invited_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_payments" ADD CONSTRAINT "test_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_to_ask" ON "orders" USING btree ("ask_at") WHERE "orders"."ask_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("user_id","idempotency_key") WHERE "orders"."idempotency_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_checkout" ON "orders" USING btree ("provider","checkout_id") WHERE "orders"."checkout_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_renewal" ON "orders" USING btree ("subscription_id") WHERE "orders"."cause" = 'renewal' and "orders"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "plan_periods_of_subscription" ON "plan_periods" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_once" ON "payments" USING btree ("provider","payment_id");--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_of_user" ON "payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "referral_rewards_of_inviter" ON "referral_rewards" USING btree ("inviter_id");--> statement-breakpoint
CREATE INDEX "referral_rewards_of_payment" ON "referral_rewards" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_live" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."status" <> 'ended';--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("renew_at") WHERE "subscriptions"."status" <> 'ended';--> statement-breakpoint
ALTER TABLE "token_entries" ADD CONSTRAINT "token_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "token_entries_of_payment" ON "token_entries" USING btree ("payment_id") WHERE "token_entries"."payment_id" is not null;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD CONSTRAINT "token_accounts_debt_first" CHECK ("token_accounts"."debt" = 0 or "token_accounts"."available" = 0);--> statement-breakpoint
ALTER TABLE "token_accounts" ADD CONSTRAINT "token_accounts_not_negative" CHECK ("token_accounts"."available" >= 0 and "token_accounts"."held" >= 0 and "token_accounts"."debt" >= 0);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_not_own_referrer" CHECK ("users"."referred_by" <> "users"."id");