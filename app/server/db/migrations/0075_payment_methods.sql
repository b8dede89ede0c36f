ALTER TABLE "orders" ADD COLUMN "charging_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "method_label" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "method_removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "noticed_for" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "noticing_until" timestamp (3) with time zone;