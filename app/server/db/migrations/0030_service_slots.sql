CREATE TABLE "service_pauses" (
	"service" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"service" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "service_slots_of_service" ON "service_slots" USING btree ("service");