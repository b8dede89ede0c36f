ALTER TABLE "uploads" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "thinking_started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "thinking_ms" integer;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "show_thinking" boolean DEFAULT false NOT NULL;