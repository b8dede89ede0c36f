CREATE TABLE "ollama_pulls" (
	"model" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"pull_id" uuid NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"total" bigint,
	"per_second" bigint,
	"failure" text,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
