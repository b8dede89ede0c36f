ALTER TABLE "generations" DROP CONSTRAINT "generations_price";--> statement-breakpoint
ALTER TABLE "generation_days" DROP CONSTRAINT "generation_days_counts";--> statement-breakpoint
ALTER TABLE "generation_key_days" DROP CONSTRAINT "generation_key_days_counts";--> statement-breakpoint
ALTER TABLE "token_entries" DROP CONSTRAINT "token_entries_not_negative";--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "price_milli" bigint;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "charged_milli" bigint;--> statement-breakpoint
ALTER TABLE "generations" ADD COLUMN "accrued_milli" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "generation_days" ADD COLUMN "milli" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "generation_key_days" ADD COLUMN "milli" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "token_accounts" ADD COLUMN "change_milli" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "token_entries" ADD COLUMN "milli" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Every price and charge until now was in whole tokens.
UPDATE "generations" SET "price_milli" = "price" * 1000, "charged_milli" = "charged" * 1000, "accrued_milli" = "accrued" * 1000;--> statement-breakpoint
UPDATE "token_entries" SET "milli" = "amount" * 1000 WHERE "kind" = 'settle';--> statement-breakpoint
UPDATE "generation_days" SET "milli" = "tokens" * 1000;--> statement-breakpoint
UPDATE "generation_key_days" SET "milli" = "tokens" * 1000;--> statement-breakpoint
ALTER TABLE "generations" ALTER COLUMN "price_milli" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "generations" DROP COLUMN "accrued";--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_charged" CHECK (("generations"."charged" is null) = ("generations"."charged_milli" is null) and ("generations"."charged_milli" is null or "generations"."charged_milli" between 0 and "generations"."price_milli"));--> statement-breakpoint
ALTER TABLE "generations" ADD CONSTRAINT "generations_price" CHECK ("generations"."price_milli" >= 0 and "generations"."price" = ceil("generations"."price_milli" / 1000.0) and ("generations"."charged" is null or "generations"."charged" between 0 and "generations"."price"));--> statement-breakpoint
ALTER TABLE "generation_days" ADD CONSTRAINT "generation_days_counts" CHECK ("generation_days"."runs" > 0 and "generation_days"."tokens" >= 0 and "generation_days"."milli" >= 0);--> statement-breakpoint
ALTER TABLE "generation_key_days" ADD CONSTRAINT "generation_key_days_counts" CHECK ("generation_key_days"."runs" > 0 and "generation_key_days"."tokens" >= 0 and "generation_key_days"."milli" >= 0);--> statement-breakpoint
ALTER TABLE "token_accounts" ADD CONSTRAINT "token_accounts_change" CHECK ("token_accounts"."change_milli" between 0 and 999);--> statement-breakpoint
ALTER TABLE "token_entries" ADD CONSTRAINT "token_entries_not_negative" CHECK ("token_entries"."amount" >= 0 and "token_entries"."milli" >= 0);