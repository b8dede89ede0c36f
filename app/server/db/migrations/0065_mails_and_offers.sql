ALTER TABLE "service_connections" ADD COLUMN "offer" jsonb;--> statement-breakpoint
ALTER TABLE "backup_schedule" ADD COLUMN "late_mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_documents" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "payment_documents" SET "mailed_at" = "created_at";--> statement-breakpoint
CREATE INDEX "payment_documents_to_mail" ON "payment_documents" USING btree ("created_at") WHERE "payment_documents"."mailed_at" is null;