CREATE TABLE "catalogue_editions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"signature" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_feed" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"in_force_id" uuid,
	"before_id" uuid,
	"changed_at" timestamp (3) with time zone,
	"newest_id" uuid,
	"read_at" timestamp (3) with time zone,
	"failure" jsonb,
	"revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "catalogue_feed_single" CHECK ("catalogue_feed"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "catalogue_feed" ADD CONSTRAINT "catalogue_feed_in_force_id_catalogue_editions_id_fk" FOREIGN KEY ("in_force_id") REFERENCES "public"."catalogue_editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_feed" ADD CONSTRAINT "catalogue_feed_before_id_catalogue_editions_id_fk" FOREIGN KEY ("before_id") REFERENCES "public"."catalogue_editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogue_feed" ADD CONSTRAINT "catalogue_feed_newest_id_catalogue_editions_id_fk" FOREIGN KEY ("newest_id") REFERENCES "public"."catalogue_editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "catalogue_editions_version" ON "catalogue_editions" USING btree ("version" DESC NULLS LAST);