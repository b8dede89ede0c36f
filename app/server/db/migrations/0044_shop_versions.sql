ALTER TYPE "public"."currency" ADD VALUE 'AED';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'AMD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'ANG';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'AOA';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'ARS';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'AUD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'AWG';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'AZN';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'BAM';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'BBD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'BDT';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'BGN';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'BMD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'BND';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'BOB';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'BRL';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'BSD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'BWP';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'BYN';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'BZD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'CAD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'CDF';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'CHF';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'CNY';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'CRC';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'CVE';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'CZK';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'DKK';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'DOP';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'DZD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'EGP';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'ETB';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'EUR';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'FJD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'FKP';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'GBP';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'GEL';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'GIP';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'GMD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'GTQ';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'GYD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'HKD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'HNL';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'HTG';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'ILS';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'INR';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'JMD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'KES';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'KGS';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'KHR';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'KYD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'KZT';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'LKR';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'LRD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'LSL';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'MAD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'MDL';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'MKD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'MNT';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'MOP';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'MUR';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'MVR';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'MWK';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'MXN';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'MYR';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'MZN';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'NAD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'NGN';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'NIO';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'NOK';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'NPR';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'NZD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'PAB';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'PEN';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'PGK';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'PHP';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'PLN';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'QAR';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'RON';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'RSD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'SAR';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'SBD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'SCR';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'SEK';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'SGD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'SHP';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'SLE';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'SRD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'SZL';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'THB';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'TJS';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'TOP';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'TRY';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'TTD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'TWD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'TZS';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'UAH';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'UYU';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'UZS';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'WST';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'XCD';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'ZAR';--> statement-breakpoint
ALTER TYPE "public"."currency" ADD VALUE 'ZMW';--> statement-breakpoint
CREATE TABLE "shop_versions" (
	"number" integer PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"settings" jsonb,
	"restores" integer,
	"actor_id" uuid,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_versions_id_unique" UNIQUE("id"),
	CONSTRAINT "shop_versions_number" CHECK ("shop_versions"."number" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shop_version" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "shop_version" integer;--> statement-breakpoint
ALTER TABLE "shop_versions" ADD CONSTRAINT "shop_versions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "reject_change_of_shop_versions"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'versions of the shop are append-only'; END $$;--> statement-breakpoint
CREATE TRIGGER "shop_versions_append_only" BEFORE UPDATE OR DELETE ON "shop_versions" FOR EACH ROW EXECUTE FUNCTION "reject_change_of_shop_versions"();
