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
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash"),
	CONSTRAINT "api_keys_have_scopes" CHECK (cardinality("api_keys"."scopes") > 0)
);
--> statement-breakpoint
CREATE TABLE "generation_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"type" "kind" NOT NULL,
	"model" text NOT NULL,
	"status" "generation_status" NOT NULL,
	"runs" integer NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "generation_days_user_id_day_type_model_status_pk" PRIMARY KEY("user_id","day","type","model","status"),
	CONSTRAINT "generation_days_counts" CHECK ("generation_days"."runs" > 0 and "generation_days"."tokens" >= 0),
	CONSTRAINT "generation_days_ended" CHECK ("generation_days"."status" in ('succeeded', 'failed', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "generation_waits" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"type" "kind" NOT NULL,
	"step" smallint NOT NULL,
	"runs" integer NOT NULL,
	CONSTRAINT "generation_waits_user_id_day_type_step_pk" PRIMARY KEY("user_id","day","type","step"),
	CONSTRAINT "generation_waits_counts" CHECK ("generation_waits"."runs" > 0 and "generation_waits"."step" >= 0)
);
--> statement-breakpoint
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
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"synced" boolean NOT NULL,
	"name" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
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
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
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
CREATE TABLE "sign_in_challenges" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"password_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
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
CREATE TABLE "two_factor" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "token_accounts" DROP CONSTRAINT "token_accounts_not_negative";--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "context" jsonb;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "usage" jsonb;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD COLUMN "debt" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD COLUMN "run_limit" bigint;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD COLUMN "daily_limit" bigint;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD COLUMN "day_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "token_entries" ADD COLUMN "payment_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "delete_after" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_days" ADD CONSTRAINT "generation_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_waits" ADD CONSTRAINT "generation_waits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_grants" ADD CONSTRAINT "plan_grants_period_id_plan_periods_id_fk" FOREIGN KEY ("period_id") REFERENCES "public"."plan_periods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_two_factor_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."two_factor"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_invited_id_users_id_fk" FOREIGN KEY ("invited_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_rewards" ADD CONSTRAINT "referral_rewards_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_payments" ADD CONSTRAINT "test_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_of_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "orders_to_ask" ON "orders" USING btree ("ask_at") WHERE "orders"."ask_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("user_id","idempotency_key") WHERE "orders"."idempotency_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_checkout" ON "orders" USING btree ("provider","checkout_id") WHERE "orders"."checkout_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_renewal" ON "orders" USING btree ("subscription_id") WHERE "orders"."cause" = 'renewal' and "orders"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "plan_periods_of_subscription" ON "plan_periods" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_of_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_once" ON "payments" USING btree ("provider","payment_id");--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payments_of_user" ON "payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "referral_rewards_of_inviter" ON "referral_rewards" USING btree ("inviter_id");--> statement-breakpoint
CREATE INDEX "referral_rewards_of_payment" ON "referral_rewards" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_expiry" ON "sign_in_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_live" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."status" <> 'ended';--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("renew_at") WHERE "subscriptions"."status" <> 'ended';--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_entries" ADD CONSTRAINT "token_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "generations_of_key" ON "generations" USING btree ("api_key_id","created_at") WHERE "generations"."api_key_id" is not null;--> statement-breakpoint
CREATE INDEX "token_entries_of_payment" ON "token_entries" USING btree ("payment_id") WHERE "token_entries"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "token_entries_by_time" ON "token_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "users_to_erase" ON "users" USING btree ("delete_after") WHERE "users"."delete_after" is not null and "users"."erased_at" is null;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD CONSTRAINT "token_accounts_debt_first" CHECK ("token_accounts"."debt" = 0 or "token_accounts"."available" = 0);--> statement-breakpoint
ALTER TABLE "token_accounts" ADD CONSTRAINT "token_accounts_limits" CHECK ("token_accounts"."run_limit" > 0 and "token_accounts"."daily_limit" > 0);--> statement-breakpoint
ALTER TABLE "token_accounts" ADD CONSTRAINT "token_accounts_not_negative" CHECK ("token_accounts"."available" >= 0 and "token_accounts"."held" >= 0 and "token_accounts"."debt" >= 0);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_not_own_referrer" CHECK ("users"."referred_by" <> "users"."id");--> statement-breakpoint
INSERT INTO "generation_days" ("user_id", "day", "type", "model", "status", "runs", "tokens")
SELECT g."user_id", (g."created_at" at time zone 'UTC')::date, g."type", g."model", g."status", count(*), coalesce(sum(g."charged"), 0)
FROM "generations" g WHERE g."status" in ('succeeded', 'failed', 'canceled') GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO "generation_waits" ("user_id", "day", "type", "step", "runs")
SELECT g."user_id", (g."created_at" at time zone 'UTC')::date, g."type",
	least(floor(4 * ln(greatest(extract(epoch from g."finished_at" - g."created_at")::float8 * 1000, 1)) / ln(2::float8)), 32767)::smallint, count(*)
FROM "generations" g WHERE g."status" = 'succeeded' and g."finished_at" is not null GROUP BY 1, 2, 3, 4;
