CREATE TABLE "access_codes" (
	"hash" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"client_name" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"challenge" text NOT NULL,
	"user_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"budget" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"api_key_id" uuid
);
--> statement-breakpoint
CREATE TABLE "device_logins" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_code_hash" text NOT NULL,
	"client_id" text NOT NULL,
	"client_name" text NOT NULL,
	"address" text NOT NULL,
	"user_id" uuid,
	"scopes" text[] NOT NULL,
	"budget" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"api_key_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"not_before" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_logins_user_code_hash_unique" UNIQUE("user_code_hash"),
	CONSTRAINT "device_logins_answered" CHECK (("device_logins"."answer" is null) = ("device_logins"."user_id" is null))
);
--> statement-breakpoint
CREATE TABLE "program_clients" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "program_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"api_key_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "program_tokens_kind" CHECK ("program_tokens"."kind" in ('access', 'refresh'))
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "client_host" text;--> statement-breakpoint
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_logins" ADD CONSTRAINT "device_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_logins" ADD CONSTRAINT "device_logins_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_tokens" ADD CONSTRAINT "program_tokens_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_codes_of_user" ON "access_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "device_logins_of_user" ON "device_logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "program_clients_unused" ON "program_clients" USING btree ("created_at") WHERE "program_clients"."last_used_at" is null;--> statement-breakpoint
CREATE INDEX "program_tokens_of_key" ON "program_tokens" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX "program_tokens_expired" ON "program_tokens" USING btree ("expires_at");