/**
 * The currencies that a shop can sell in: those that card services take with the digits of ISO 4217 (`minor-units.ts`). The database has
 * them as an enum, so a new one needs a migration.
 */
// oxfmt-ignore
export const soldCurrencies = [
  'USD', 'RUB', 'AED', 'AMD', 'ANG', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD',
  'BDT', 'BGN', 'BMD', 'BND', 'BOB', 'BRL', 'BSD', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF',
  'CHF', 'CNY', 'CRC', 'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ETB', 'EUR', 'FJD',
  'FKP', 'GBP', 'GEL', 'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'ILS', 'INR',
  'JMD', 'KES', 'KGS', 'KHR', 'KYD', 'KZT', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MKD',
  'MNT', 'MOP', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK',
  'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PLN', 'QAR', 'RON', 'RSD', 'SAR', 'SBD',
  'SCR', 'SEK', 'SGD', 'SHP', 'SLE', 'SRD', 'SZL', 'THB', 'TJS', 'TOP', 'TRY', 'TTD',
  'TWD', 'TZS', 'UAH', 'UYU', 'UZS', 'WST', 'XCD', 'ZAR', 'ZMW',
  'JPY', 'KRW', 'VND', 'CLP', 'PYG', 'XAF', 'XOF', 'XPF', 'RWF', 'BIF', 'DJF', 'GNF',
  'KMF', 'VUV', 'KWD', 'BHD', 'JOD', 'OMR', 'TND',
] as const
