CREATE TABLE "service_key_health" (
	"service" text NOT NULL,
	"ref" text NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"last_failure" text,
	"cool_until" timestamp (3) with time zone,
	CONSTRAINT "service_key_health_service_ref_pk" PRIMARY KEY("service","ref")
);
--> statement-breakpoint
CREATE TABLE "service_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"service" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"sealed_key" text,
	"key_tail" text,
	"priority" integer DEFAULT 1 NOT NULL,
	"weight" integer DEFAULT 1 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "service_keys_of_service" ON "service_keys" USING btree ("service");--> statement-breakpoint
CREATE UNIQUE INDEX "service_keys_of_environment" ON "service_keys" USING btree ("service") WHERE "service_keys"."sealed_key" is null;--> statement-breakpoint
INSERT INTO "service_keys" ("id", "service", "sealed_key", "key_tail") SELECT gen_random_uuid(), "id", "sealed_key", "key_tail" FROM "service_connections" WHERE "sealed_key" IS NOT NULL AND "url" IS NULL;
