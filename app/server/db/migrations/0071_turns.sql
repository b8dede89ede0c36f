ALTER TABLE "generations" ADD COLUMN "said" jsonb;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "asked" jsonb;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "calls" jsonb;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "replay" jsonb;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "head" "bytea";--> statement-breakpoint
CREATE INDEX "generations_by_head" ON "generations" USING btree ("user_id","head") WHERE "generations"."head" is not null and "generations"."deleted_at" is null;