ALTER TABLE "identities" ADD COLUMN "granted_role" text;--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "granted_group_id" uuid;--> statement-breakpoint
ALTER TABLE "operator_acts" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
CREATE INDEX "generations_of_model" ON "generations" USING btree ("model","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "generations_with_error" ON "generations" USING btree ("error_code","id" DESC NULLS LAST) WHERE "generations"."error_code" is not null;--> statement-breakpoint
CREATE INDEX "generations_by_end" ON "generations" USING brin ("finished_at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "operator_acts_of_action" ON "operator_acts" USING btree ("action","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sessions_of_address" ON "sessions" USING btree ("address");--> statement-breakpoint
CREATE INDEX "users_email_beginning" ON "users" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_name_beginning" ON "users" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_blocked" ON "users" USING btree ("id") WHERE "users"."blocked_at" is not null;