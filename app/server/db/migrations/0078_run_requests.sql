CREATE TABLE "run_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"api_key_id" uuid NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"type" "kind" NOT NULL,
	"run" jsonb NOT NULL,
	"hash" text NOT NULL,
	"idempotency_key" text,
	"price" bigint NOT NULL,
	"exceeded" jsonb NOT NULL,
	"generation_id" uuid,
	"mailed_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "asks" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mail_when_asked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "run_requests" ADD CONSTRAINT "run_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_requests" ADD CONSTRAINT "run_requests_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_requests" ADD CONSTRAINT "run_requests_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_requests_of_user" ON "run_requests" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "run_requests_of_key" ON "run_requests" USING btree ("api_key_id","hash");--> statement-breakpoint
CREATE INDEX "run_requests_open" ON "run_requests" USING btree ("user_id","expires_at") WHERE "run_requests"."status" = 'open';--> statement-breakpoint
CREATE INDEX "run_requests_by_time" ON "run_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "run_requests_of_run" ON "run_requests" USING btree ("generation_id") WHERE "run_requests"."generation_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "run_requests_once" ON "run_requests" USING btree ("api_key_id","hash") WHERE "run_requests"."status" = 'open';