/** Suggests the list column that most likely contains a variable which the workflow calls by another name. */
import { variableKey } from '../../workflows/rules/variable-names.ts'

/** Synonyms in the languages of common lists; without blanks, marks and accents. */
const SAME: readonly string[][] = [
  ['firstname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre', 'nome', 'voornaam', 'fname'],
  ['lastname', 'surname', 'familyname', 'nachname', 'nom', 'apellido', 'apellidos', 'cognome', 'achternaam', 'lname'],
  ['name', 'fullname', 'customername', 'contactname', 'customer', 'contact', 'client', 'kunde', 'kundenname'],
  ['company', 'companyname', 'organization', 'organisation', 'firma', 'unternehmen', 'entreprise', 'empresa'],
  ['appointment', 'appointmentdate', 'appointmenttime', 'termin', 'rendezvous', 'cita', 'appuntamento'],
  ['date', 'day', 'datum', 'tag', 'fecha', 'jour', 'giorno'],
  ['time', 'uhrzeit', 'zeit', 'hora', 'heure', 'ora'],
  ['amount', 'balance', 'total', 'sum', 'amountdue', 'betrag', 'summe', 'montant', 'importe', 'importo'],
  ['duedate', 'due', 'deadline', 'faelligkeit', 'falligkeit', 'fallig', 'echeance', 'vencimiento', 'scadenza'],
  ['invoice', 'invoicenumber', 'invoiceno', 'rechnung', 'rechnungsnummer', 'facture', 'factura', 'fattura'],
  ['city', 'town', 'ort', 'stadt', 'ville', 'ciudad', 'citta'],
  ['email', 'mail', 'emailaddress', 'correo'],
  ['address', 'street', 'adresse', 'strasse', 'direccion', 'indirizzo'],
  ['doctor', 'physician', 'arzt', 'medico', 'medecin', 'practitioner'],
]

/** The most similar column; null if none is similar. */
export function suggestColumn(variable: string, columns: readonly string[]): string | null {
  const wanted = bare(variable)
  const scored = columns.map((column) => ({ column, score: likeness(wanted, bare(column)) }))
  const [best] = scored.filter(({ score }) => score > 0).sort((left, right) => right.score - left.score)
  return best?.column ?? null
}

function likeness(wanted: string, column: string): number {
  if (wanted === column) return 4
  if (SAME.some((names) => names.includes(wanted) && names.includes(column))) return 3
  const [short, long] = wanted.length < column.length ? [wanted, column] : [column, wanted]
  // "name" matches within "first_name_2", but "id" does not match within "video".
  return short.length >= 4 && long.includes(short) ? 2 : 0
}

function bare(name: string): string {
  return variableKey(name)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
