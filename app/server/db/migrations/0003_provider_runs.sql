CREATE TABLE "model_health" (
	"model" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"open_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
