ALTER TABLE "generations" ADD COLUMN "understanding" jsonb;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "advice" jsonb;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "free" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "generations_free" ON "generations" USING btree ("user_id","created_at") WHERE "generations"."free";