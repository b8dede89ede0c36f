import { sql } from 'drizzle-orm'

const name = "split_part(split_part(email, '@', 1), '+', 1)"
const domain = "split_part(email, '@', 2)"

/**
 * The mailbox of an address, equal for different spellings read by the same person. It normalizes only addresses of services known to
 * ignore these differences; none of these issues addresses with a plus.
 */
export const mailboxOfEmail = sql.raw(`case
    when ${domain} in ('gmail.com', 'googlemail.com') then replace(${name}, '.', '') || '@gmail.com'
    when ${domain} in ('yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'narod.ru') then replace(${name}, '.', '-') || '@yandex.ru'
    when ${domain} in ('proton.me', 'protonmail.com', 'pm.me') then ${name} || '@proton.me'
    when ${domain} in ('icloud.com', 'me.com', 'mac.com') then ${name} || '@icloud.com'
    when ${domain} in ('outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'fastmail.com', 'hey.com', 'mail.ru', 'inbox.ru', 'list.ru', 'bk.ru', 'internet.ru') then ${name} || '@' || ${domain}
    else email end`)
