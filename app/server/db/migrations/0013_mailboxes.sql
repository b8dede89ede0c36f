CREATE TYPE "public"."free_tokens_bar" AS ENUM('disposable_email', 'known_mailbox');--> statement-breakpoint
CREATE TABLE "granted_mailboxes" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"forget_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (case
    when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com') then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@gmail.com'
    when split_part(email, '@', 2) in ('yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'narod.ru') then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '-') || '@yandex.ru'
    when split_part(email, '@', 2) in ('proton.me', 'protonmail.com', 'pm.me') then split_part(split_part(email, '@', 1), '+', 1) || '@proton.me'
    when split_part(email, '@', 2) in ('icloud.com', 'me.com', 'mac.com') then split_part(split_part(email, '@', 1), '+', 1) || '@icloud.com'
    when split_part(email, '@', 2) in ('outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'fastmail.com', 'hey.com', 'mail.ru', 'inbox.ru', 'list.ru', 'bk.ru', 'internet.ru') then split_part(split_part(email, '@', 1), '+', 1) || '@' || split_part(email, '@', 2)
    else email end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "free_tokens_barred" "free_tokens_bar";--> statement-breakpoint
ALTER TABLE "granted_mailboxes" ADD CONSTRAINT "granted_mailboxes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "granted_mailboxes_of_user" ON "granted_mailboxes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "granted_mailboxes_to_forget" ON "granted_mailboxes" USING btree ("forget_at") WHERE "granted_mailboxes"."forget_at" is not null;--> statement-breakpoint
CREATE INDEX "users_mailbox" ON "users" USING btree ("mailbox");--> statement-breakpoint
INSERT INTO "granted_mailboxes" ("hash", "user_id")
SELECT DISTINCT ON ("mailbox") encode(sha256(convert_to("mailbox", 'UTF8')), 'hex'), "id" FROM "users" WHERE "erased_at" is null ORDER BY "mailbox", "id";--> statement-breakpoint
UPDATE "users" SET "free_tokens_barred" = 'known_mailbox'
WHERE "erased_at" is null AND NOT EXISTS (SELECT 1 FROM "granted_mailboxes" m WHERE m."user_id" = "users"."id");
