CREATE TYPE "public"."entry_kind" AS ENUM('grant', 'hold', 'settle', 'release', 'expire');--> statement-breakpoint
CREATE TYPE "public"."generation_error" AS ENUM('refused', 'invalid_input', 'provider_auth', 'rate_limited', 'temporary', 'timeout', 'internal', 'text_too_short', 'nothing_to_say');--> statement-breakpoint
CREATE TYPE "public"."generation_status" AS ENUM('queued', 'running', 'succeeded', 'failed', 'canceled');--> statement-breakpoint
CREATE TYPE "public"."kind" AS ENUM('video', 'image', 'audio', 'text');--> statement-breakpoint
CREATE TYPE "public"."locale" AS ENUM('en', 'ru');--> statement-breakpoint
CREATE TYPE "public"."lot_source" AS ENUM('welcome', 'pack', 'plan', 'referral', 'grant');--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"generation_id" uuid NOT NULL,
	"position" integer,
	"poster_id" uuid,
	"storage_key" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"peaks" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" "kind" NOT NULL,
	"model" text NOT NULL,
	"prompt" text NOT NULL,
	"options" jsonb NOT NULL,
	"inputs" jsonb NOT NULL,
	"parent_id" uuid,
	"thread_id" uuid,
	"status" "generation_status" NOT NULL,
	"progress" real,
	"text" text,
	"error_code" "generation_error",
	"price" bigint NOT NULL,
	"charged" bigint,
	"favorite" boolean DEFAULT false NOT NULL,
	"title" text,
	"idempotency_key" text,
	"idempotency_hash" text,
	"operation" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_owner" uuid,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "generations_price" CHECK ("generations"."price" >= 0 and ("generations"."charged" is null or "generations"."charged" between 0 and "generations"."price"))
);
--> statement-breakpoint
CREATE TABLE "password_reset_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "token_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"available" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "token_accounts_not_negative" CHECK ("token_accounts"."available" >= 0 and "token_accounts"."held" >= 0)
);
--> statement-breakpoint
CREATE TABLE "token_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" "entry_kind" NOT NULL,
	"amount" bigint NOT NULL,
	"generation_id" uuid,
	"lot_id" uuid,
	"reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "token_entries_not_negative" CHECK ("token_entries"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "token_holds" (
	"generation_id" uuid NOT NULL,
	"lot_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "token_holds_generation_id_lot_id_pk" PRIMARY KEY("generation_id","lot_id"),
	CONSTRAINT "token_holds_positive" CHECK ("token_holds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "token_lots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"source" "lot_source" NOT NULL,
	"amount" bigint NOT NULL,
	"remaining" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "token_lots_within_amount" CHECK ("token_lots"."amount" > 0 and "token_lots"."remaining" between 0 and "token_lots"."amount")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"password_hash" text,
	"locale" "locale" NOT NULL,
	"referral_code" text NOT NULL,
	"referred_by" uuid,
	"email_verified_at" timestamp (3) with time zone,
	"terms_accepted_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_referral_code_unique" UNIQUE("referral_code")
);
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_poster_id_files_id_fk" FOREIGN KEY ("poster_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset_tokens" ADD CONSTRAINT "password_reset_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD CONSTRAINT "token_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_entries" ADD CONSTRAINT "token_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_entries" ADD CONSTRAINT "token_entries_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_entries" ADD CONSTRAINT "token_entries_lot_id_token_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."token_lots"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_holds" ADD CONSTRAINT "token_holds_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_holds" ADD CONSTRAINT "token_holds_lot_id_token_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."token_lots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_lots" ADD CONSTRAINT "token_lots_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_referred_by_users_id_fk" FOREIGN KEY ("referred_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "files_of_generation" ON "files" USING btree ("generation_id","position");--> statement-breakpoint
CREATE INDEX "generations_of_user" ON "generations" USING btree ("user_id","id" DESC NULLS LAST) WHERE "generations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "generations_of_user_by_type" ON "generations" USING btree ("user_id","type","id" DESC NULLS LAST) WHERE "generations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "generations_unfinished" ON "generations" USING btree ("status","lease_until") WHERE "generations"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "generations_changed" ON "generations" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "generations_idempotency" ON "generations" USING btree ("user_id","idempotency_key") WHERE "generations"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "token_entries_once" ON "token_entries" USING btree ("generation_id","kind");--> statement-breakpoint
CREATE INDEX "token_entries_of_user" ON "token_entries" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "token_lots_spendable" ON "token_lots" USING btree ("user_id","expires_at") WHERE "token_lots"."remaining" > 0;