CREATE TABLE "moderation_failures" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "service_status" smallint;