CREATE TABLE "alert_snoozes" (
	"code" text NOT NULL,
	"subject" text NOT NULL,
	"count" integer NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_snoozes_code_subject_pk" PRIMARY KEY("code","subject")
);
--> statement-breakpoint
CREATE TABLE "disk_days" (
	"day" date PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"free" bigint NOT NULL,
	"size" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_failures" (
	"provider" "payment_provider" PRIMARY KEY NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "notified_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "payments_disputed" ON "payments" USING btree ("id") WHERE "payments"."dispute" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "reports_notified_once" ON "reports" USING btree ("state") WHERE "reports"."state" = 'open' and "reports"."notified_at" is not null;--> statement-breakpoint
CREATE INDEX "token_entries_of_lots" ON "token_entries" USING btree ("user_id") WHERE "token_entries"."lot_id" is not null;