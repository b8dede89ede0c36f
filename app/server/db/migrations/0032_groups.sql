CREATE TABLE "groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"price_factor" double precision DEFAULT 1 NOT NULL,
	"models" text[],
	"daily_tokens" bigint,
	"concurrent_runs" integer,
	"storage_megabytes" integer,
	"welcome_grant" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "groups_price_factor" CHECK ("groups"."price_factor" between 0 and 100),
	CONSTRAINT "groups_limits" CHECK ("groups"."daily_tokens" > 0 and "groups"."concurrent_runs" > 0 and "groups"."storage_megabytes" > 0),
	CONSTRAINT "groups_welcome_grant" CHECK ("groups"."welcome_grant" >= 0)
);
--> statement-breakpoint
CREATE TABLE "group_welcomes" (
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "group_welcomes_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "price_factor" double precision DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "daily_tokens" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "concurrent_runs" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "storage_megabytes" integer;--> statement-breakpoint
ALTER TABLE "group_welcomes" ADD CONSTRAINT "group_welcomes_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_welcomes" ADD CONSTRAINT "group_welcomes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "groups_name" ON "groups" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_of_group" ON "users" USING btree ("group_id") WHERE "users"."group_id" is not null;