/**
 * What the data of libphonenumber does not know about area codes of the North American plan: which ones are newer than the
 * data, and which ones belong to no place. From NANPA's own list of 26 November 2025 (nanpa.com, npa_report.csv).
 */

/** Area codes that are assigned but missing in zones-data.ts. Each is an overlay: it covers the region of an older area code. */
export const NEW_AREA_CODES: Readonly<Record<string, string>> = {
  273: '418',
  357: '559',
  436: '440',
  457: '318',
  465: '718',
  471: '662',
  483: '334',
  565: '912',
  621: '713',
  624: '716',
  679: '313',
  729: '423',
  761: '502',
  837: '530',
  861: '309',
  924: '507',
}

/**
 * Area codes without a region: toll-free, personal and machine numbers, Canada's 6YY codes, carriers, US government, premium
 * rate.
 */
const NON_GEOGRAPHIC = new Set(
  (
    '800 822 833 844 855 866 877 888 500 521 522 523 524 525 526 527 528 529 532 533 538 544 566 577 588 ' +
    '600 622 633 700 710 900'
  ).split(' '),
)

/** Codes such as 911 are services, and codes such as 291 are reserved for longer numbers: neither belongs to a region. */
const SERVICE_OR_RESERVED = /^(?:[2-9]11|[2-9]9\d|[01]..)$/

/**
 * Whether numbers with this area code belong to no region. Any other code missing in the data is a new one with an unknown
 * region.
 */
export function isNonGeographic(area: string): boolean {
  return NON_GEOGRAPHIC.has(area) || SERVICE_OR_RESERVED.test(area) || !/^\d{3}$/.test(area)
}
