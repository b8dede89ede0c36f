ALTER TYPE "public"."generation_error" ADD VALUE 'result_refused';--> statement-breakpoint
ALTER TYPE "public"."generation_error" ADD VALUE 'too_long';--> statement-breakpoint
ALTER TYPE "public"."generation_error" ADD VALUE 'model_gone';--> statement-breakpoint
CREATE TABLE "failed_calls" (
	"generation_id" uuid PRIMARY KEY NOT NULL,
	"sentence" text,
	"sent" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "error_limit" integer;--> statement-breakpoint
ALTER TABLE "failed_calls" ADD CONSTRAINT "failed_calls_generation_id_generations_id_fk" FOREIGN KEY ("generation_id") REFERENCES "public"."generations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "failed_calls_age" ON "failed_calls" USING btree ("created_at");