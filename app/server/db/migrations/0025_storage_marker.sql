ALTER TYPE "public"."generation_error" ADD VALUE 'storage_unavailable';--> statement-breakpoint
ALTER TYPE "public"."generation_error" ADD VALUE 'storage_full';--> statement-breakpoint
CREATE TABLE "installation" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	"files_in" text
);
