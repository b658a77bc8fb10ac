import { locale } from '../../words/language.ts'

/** Countries by name, from the browser's own data. */
const CODES =
  'AE AF AL AM AO AR AT AU AZ BA BD BE BF BG BH BI BJ BN BO BR BS BW BY BZ CA CD CG CH CI CL CM CN CO CR CU CY CZ DE DJ DK DO DZ EC EE EG ES ET FI FJ FR GA GB GE GH GM GN GR GT GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KR KW KZ LA LB LK LT LU LV LY MA MD ME MG MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PR PS PT PY QA RO RS RU RW SA SD SE SG SI SK SN SO SR SV SY TG TH TJ TM TN TR TT TW TZ UA UG US UY UZ VE VN YE ZA ZM ZW'

export function countries(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return CODES.split(' ')
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
