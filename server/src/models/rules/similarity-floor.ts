/**
 * How similar two texts must be to count as related. Models differ: with some, unrelated texts have a similarity of 0.1, with
 * others of 0.7. So each model is measured with sentences of known meaning, for each language.
 */

export interface ControlPair {
  question: string
  /** Answers this question and none of the other questions, mostly in other words. */
  passage: string
}

export const CONTROL_PAIRS: Readonly<Record<string, readonly ControlPair[]>> = {
  en: [
    { question: 'Where can I leave my car?', passage: 'Visitors park behind the building, next to the garage.' },
    { question: 'When do you close in the evening?', passage: 'Our opening hours are from eight to six.' },
    { question: 'How do I get my money back?', passage: 'Refunds are paid within ten days of the return.' },
    { question: 'Is the dog allowed to come along?', passage: 'Pets are welcome in all rooms for a small fee.' },
  ],
  de: [
    { question: 'Wo kann ich mein Auto abstellen?', passage: 'Besucher parken hinter dem Haus neben der Garage.' },
    { question: 'Wann schließen Sie am Abend?', passage: 'Unsere Öffnungszeiten sind von acht bis achtzehn Uhr.' },
    { question: 'Wie bekomme ich mein Geld zurück?', passage: 'Erstattungen werden binnen zehn Tagen ausgezahlt.' },
    { question: 'Darf der Hund mitkommen?', passage: 'Haustiere sind gegen eine kleine Gebühr willkommen.' },
  ],
  es: [
    { question: '¿Dónde puedo dejar el coche?', passage: 'Los visitantes aparcan detrás del edificio.' },
    { question: '¿A qué hora cierran por la tarde?', passage: 'Nuestro horario es de ocho a seis.' },
    { question: '¿Cómo recupero mi dinero?', passage: 'Los reembolsos se pagan en un plazo de diez días.' },
    { question: '¿Puede venir el perro?', passage: 'Se admiten mascotas por un pequeño suplemento.' },
  ],
  fr: [
    { question: 'Où puis-je laisser ma voiture ?', passage: 'Les visiteurs se garent derrière le bâtiment.' },
    {
      question: 'À quelle heure fermez-vous le soir ?',
      passage: "Nos horaires d'ouverture sont de huit à dix-huit heures.",
    },
    { question: 'Comment récupérer mon argent ?', passage: 'Les remboursements sont versés sous dix jours.' },
    { question: 'Le chien peut-il venir ?', passage: 'Les animaux de compagnie sont admis pour un petit supplément.' },
  ],
  pt: [
    { question: 'Onde posso deixar o carro?', passage: 'Os visitantes estacionam atrás do edifício.' },
    { question: 'A que horas fecham à noite?', passage: 'O nosso horário de funcionamento é das oito às dezoito.' },
    { question: 'Como recebo o meu dinheiro de volta?', passage: 'Os reembolsos são pagos no prazo de dez dias.' },
    { question: 'O cão pode vir também?', passage: 'Animais de estimação são aceites por uma pequena taxa.' },
  ],
}

/**
 * Half way between the least similar related pair and the most similar unrelated one. Null: they overlap, and no floor separates
 * them.
 */
export function similarityFloor(questions: readonly Float32Array[], passages: readonly Float32Array[]): number | null {
  const related: number[] = []
  const unrelated: number[] = []
  for (const [at, question] of questions.entries()) {
    for (const [other, passage] of passages.entries())
      (at === other ? related : unrelated).push(similarity(question, passage))
  }
  const [least, most] = [Math.min(...related), Math.max(...unrelated)]
  return least > most ? (least + most) / 2 : null
}

/** Cosine similarity of two vectors of length 1 with the same number of dimensions. */
export function similarity(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number)
  return sum
}
