CREATE TABLE "safety_rules" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"sign_up" text DEFAULT 'open' NOT NULL,
	"domains" text[] DEFAULT '{}' NOT NULL,
	"refuses_disposable" boolean DEFAULT false NOT NULL,
	"words_en" text[] DEFAULT '{}' NOT NULL,
	"words_ru" text[] DEFAULT '{}' NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
