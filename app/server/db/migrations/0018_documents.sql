CREATE TYPE "public"."file_kind" AS ENUM('video', 'image', 'audio', 'text', 'document');--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "type" SET DATA TYPE "public"."file_kind" USING "type"::text::"public"."file_kind";--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "pages" integer;