CREATE TABLE "tool_settings" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"tools" text[] NOT NULL,
	"most_steps" integer NOT NULL,
	"allowance_milli" bigint NOT NULL,
	"most_allowance_milli" bigint NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_settings_steps" CHECK ("tool_settings"."most_steps" > 0),
	CONSTRAINT "tool_settings_allowance" CHECK ("tool_settings"."allowance_milli" between 0 and "tool_settings"."most_allowance_milli")
);
