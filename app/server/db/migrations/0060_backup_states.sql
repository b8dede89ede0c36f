CREATE TABLE "backup_schedule" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"every_seconds" integer NOT NULL,
	"keep" integer NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backup_results" ADD COLUMN "missing" integer;