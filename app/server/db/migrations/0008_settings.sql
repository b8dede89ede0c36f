CREATE TABLE "avatars" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"image" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "avatars_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"hash" text PRIMARY KEY NOT NULL,
	"cancel_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid,
	"from_email" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "email_changes_cancel_hash_unique" UNIQUE("cancel_hash")
);
--> statement-breakpoint
CREATE TABLE "generation_key_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"api_key_id" uuid NOT NULL,
	"status" "generation_status" NOT NULL,
	"runs" integer NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "generation_key_days_user_id_day_api_key_id_status_pk" PRIMARY KEY("user_id","day","api_key_id","status"),
	CONSTRAINT "generation_key_days_counts" CHECK ("generation_key_days"."runs" > 0 and "generation_key_days"."tokens" >= 0),
	CONSTRAINT "generation_key_days_ended" CHECK ("generation_key_days"."status" in ('succeeded', 'failed', 'canceled'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "currency" "currency";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_when_done" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "kept_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_key_days" ADD CONSTRAINT "generation_key_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "generation_key_days" ADD CONSTRAINT "generation_key_days_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_open" ON "email_changes" USING btree ("user_id") WHERE "email_changes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "generation_key_days_of_key" ON "generation_key_days" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX "users_to_tell" ON "users" USING btree ("kept_at") WHERE "users"."kept_at" is not null;--> statement-breakpoint
INSERT INTO "generation_key_days" ("user_id", "day", "api_key_id", "status", "runs", "tokens")
SELECT g."user_id", (g."created_at" at time zone a."day_zone")::date, g."api_key_id", g."status", count(*), coalesce(sum(g."charged"), 0)
FROM "generations" g JOIN "token_accounts" a ON a."user_id" = g."user_id"
WHERE g."api_key_id" is not null and g."status" in ('succeeded', 'failed', 'canceled') GROUP BY 1, 2, 3, 4;
