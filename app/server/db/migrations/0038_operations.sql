CREATE TABLE "backup_results" (
	"outcome" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"bytes" bigint
);
--> statement-breakpoint
CREATE TABLE "failed_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"sealed" text NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "failed_mails_of_recipient" ON "failed_mails" USING btree ("recipient");