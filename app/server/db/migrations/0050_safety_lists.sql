ALTER TABLE "blocked_hashes" ALTER COLUMN "generation_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "blocked_hashes" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "blocked_hashes" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "blocked_hashes" ADD COLUMN "blocked_by" uuid;--> statement-breakpoint
ALTER TABLE "safety_rules" ADD COLUMN "checks_answers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "safety_rules" ADD COLUMN "moderation" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "safety_rules" ADD COLUMN "temporary_added" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "safety_rules" ADD COLUMN "temporary_excepted" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "blocked_hashes" ADD CONSTRAINT "blocked_hashes_blocked_by_users_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "blocked_hashes_id" ON "blocked_hashes" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "blocked_hashes_of_operator" ON "blocked_hashes" USING btree ("blocked_by");--> statement-breakpoint
-- Orders the rows so far by their time, as a UUIDv7 would.
UPDATE "blocked_hashes" SET "id" = (lpad(to_hex((extract(epoch from "created_at") * 1000)::bigint), 12, '0') || '7' || substr(md5("sha256"), 1, 3) || '8' || substr(md5("sha256"), 4, 15))::uuid;
