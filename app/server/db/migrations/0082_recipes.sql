ALTER TABLE "generations" ADD COLUMN "recipe" jsonb;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "about" text;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "options" jsonb;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "inputs" jsonb;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "places" jsonb;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "open_options" jsonb;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "sample_id" uuid;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "from_id" uuid;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "from_revision" integer;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "link_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "texts" jsonb;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD COLUMN "place_on_home" smallint;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD CONSTRAINT "saved_prompts_sample_id_generations_id_fk" FOREIGN KEY ("sample_id") REFERENCES "public"."generations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD CONSTRAINT "saved_prompts_from_id_saved_prompts_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."saved_prompts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_prompts_by_sample" ON "saved_prompts" USING btree ("sample_id") WHERE "saved_prompts"."sample_id" is not null;--> statement-breakpoint
CREATE INDEX "saved_prompts_by_origin" ON "saved_prompts" USING btree ("from_id") WHERE "saved_prompts"."from_id" is not null;--> statement-breakpoint
CREATE INDEX "saved_prompts_published" ON "saved_prompts" USING btree ("place_on_home") WHERE "saved_prompts"."published_at" is not null;--> statement-breakpoint
ALTER TABLE "saved_prompts" ADD CONSTRAINT "saved_prompts_link_unique" UNIQUE("link");