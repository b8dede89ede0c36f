ALTER TABLE "generations" ADD COLUMN "thinking" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "sources" jsonb;