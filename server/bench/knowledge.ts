/** Looking things up: 100 questions with known answers over 50 documents, and 40 that no document answers. */
import { meaningRows } from './meaning.ts'
import { type BenchWorld, type Figure, KEY, openBenchWorld } from './world.ts'

const PLACES =
  'Northfield Harbor Lakeside Oakridge Riverton Westgate Ashford Brookside Clearwater Dunmore Eastwick Fairview Glenwood Hillcrest Ironbridge Juniper Kingsway Larkspur Maplewood Newbury Orchard Pinecrest Queensbury Redhill Silverdale Thornton Upton Valleyford Whitmore Yarrow Alderney Birchwood Castleton Deerfield Elmhurst Foxglove Greenbank Hawthorne Inglewood Jasmine Kelston Linden Meadowvale Norwood Oakleigh Primrose Quarry Rosewood Stonegate Tillbury'.split(
    ' ',
  )

interface Topic {
  heading: string
  text(at: number): string
  /** As people ask on the telephone, in other words than the document. */
  question(place: string): string
  /** The same with few or no words of the document. */
  otherWords(place: string): string
  /** What a language model would add to that. */
  keywords: string
  /** Only the right passage has it. */
  answer(at: number): string
}

const TOPICS: readonly Topic[] = [
  {
    heading: 'Opening hours',
    text: (at) =>
      `The practice is open Monday to Friday from ${7 + (at % 3)} a.m. On Wednesday we close at ${13 + (at % 4)}:${10 + at}. The telephone desk answers from eight.`,
    question: (place) => `When do you close on Wednesdays in ${place}?`,
    otherWords: (place) => `Until what time can I reach someone at ${place} on a Wednesday?`,
    keywords: 'opening hours close closing',
    answer: (at) => `close at ${13 + (at % 4)}:${10 + at}`,
  },
  {
    heading: 'Parking',
    text: (at) =>
      `Visitors park behind the building. Parking costs ${at + 2} cents per minute, and the first quarter of an hour is free. Bicycles stand at the front.`,
    question: (place) => `How much is it to park at ${place}?`,
    otherWords: (place) => `I come by car to ${place}, what do you charge for leaving it there?`,
    keywords: 'parking park costs fee price',
    answer: (at) => `costs ${at + 2} cents per minute`,
  },
  {
    heading: 'Cancellations',
    text: (at) =>
      `Appointments can be cancelled up to ${at + 12} hours before they begin. After that a fee of half the treatment is charged. Illness is always excused with a note from a doctor.`,
    question: (place) => `How late can I cancel my appointment at ${place}?`,
    otherWords: (place) => `I cannot make it to ${place} after all, how much notice do you need?`,
    keywords: 'cancel cancellation appointment hours before fee',
    answer: (at) => `up to ${at + 12} hours before`,
  },
  {
    heading: 'Prices',
    text: (at) =>
      `A professional cleaning costs ${60 + at} euros. A filling starts at ${90 + at} euros, a crown at ${500 + at} euros. Children under ten pay half.`,
    question: (place) => `What would I pay for a crown at the ${place} practice?`,
    otherWords: (place) => `How expensive is a new tooth cap in ${place}?`,
    keywords: 'crown price costs dental',
    answer: (at) => `a crown at ${500 + at} euros`,
  },
  {
    heading: 'Insurance',
    text: (at) =>
      `We bill all public insurers directly. Private patients receive an invoice within ${at + 3} days and pay by bank transfer. Payment in instalments is possible from 300 euros.`,
    question: (place) => `After how many days do private patients get the invoice from ${place}?`,
    otherWords: (place) => `I pay myself, when will ${place} send me the bill?`,
    keywords: 'invoice private patients insurance days payment',
    answer: (at) => `within ${at + 3} days`,
  },
  {
    heading: 'Emergencies',
    text: (at) =>
      `Outside of opening hours call the emergency number ending in ${1000 + at * 37}. With heavy bleeding go to the hospital at once.`,
    question: (place) => `What is the emergency number of ${place} at night?`,
    otherWords: (place) => `My tooth hurts terribly on a Sunday, whom do I ring in ${place}?`,
    keywords: 'emergency emergencies number call pain',
    answer: (at) => `ending in ${1000 + at * 37}`,
  },
]

const UNANSWERED = [
  'Who is the president of France?',
  'Do you sell gift vouchers for massages?',
  'What is the weather like tomorrow?',
  'Can you recommend a good pizza restaurant?',
  'How tall is Mount Everest?',
  'Do you have vegan sandwiches?',
  'Which football team won yesterday?',
  'Can I bring my dog on the train?',
]
const FOREIGN_KEYWORDS = [
  'head of state government leader election',
  'gift card certificate present spa wellness price',
  'forecast temperature rain sun degrees',
  'food dinner Italian eat place nearby',
  'height meters mountain peak altitude',
  'lunch snack menu cafe plant based',
  'match score league result game',
  'pet animal ticket railway fee',
]
const QUESTIONS = 100

export async function knowledgeBench(): Promise<Figure[]> {
  const world = await openBenchWorld()
  try {
    const uuids = await uploadAll(world)
    const asked = questionsBy((topic, place) => ({ query: topic.question(place) }))
    await search(world, { query: 'What does parking cost?' }, uuids)
    const took: number[] = []
    const places = await placesOf(world, asked, uuids, took)
    const otherWords = questionsBy((topic, place) => ({ query: topic.otherWords(place) }))
    const inOtherWords = await placesOf(world, otherWords, uuids, [])
    const withKeywords = questionsBy(({ otherWords: ask, keywords }, place) => ({ query: ask(place), keywords }))
    const helped = await placesOf(world, withKeywords, uuids, [])
    let silent = 0
    const foreign = Array.from({ length: 40 }, (_, at) => UNANSWERED[at % UNANSWERED.length] as string)
    for (const [at, query] of foreign.entries()) {
      const keywords = at % 2 === 0 ? '' : (FOREIGN_KEYWORDS[at % UNANSWERED.length] as string)
      if ((await search(world, { query, keywords }, uuids)).length === 0) silent += 1
    }
    took.sort((one, other) => one - other)
    const method = `${QUESTIONS} generated questions over ${PLACES.length} generated documents of ${TOPICS.length} passages, all attached at once, full text search, embedded PostgreSQL, by the interface`
    const figure = (name: string, value: number, unit: string): Figure => ({ figure: name, value, unit, method })
    return [
      figure('the right passage is first', places.filter((place) => place === 0).length, '%'),
      figure('the right passage is among the four shown', places.filter((place) => place >= 0).length, '%'),
      figure('the same, asked in other words', inOtherWords.filter((place) => place >= 0).length, '%'),
      figure('the same with key words as a model adds', helped.filter((place) => place >= 0).length, '%'),
      figure('nothing found where nothing answers (40)', Math.round((silent / foreign.length) * 100), '%'),
      figure('one look-up, median', Math.round((took[QUESTIONS / 2] ?? 0) * 10) / 10, 'ms'),
      figure('one look-up, 95th percentile', Math.round((took[Math.floor(QUESTIONS * 0.95)] ?? 0) * 10) / 10, 'ms'),
      ...(await meaningRows(world.app.db)),
    ]
  } finally {
    await world.close()
  }
}

interface Question {
  query: string
  keywords?: string
  answer: string
  place: string
}

function questionsBy(ask: (topic: Topic, place: string) => Pick<Question, 'query' | 'keywords'>): Question[] {
  return Array.from({ length: QUESTIONS }, (_, at) => {
    const topic = TOPICS[at % TOPICS.length] as Topic
    const index = (at * 7) % PLACES.length
    const place = PLACES[index] as string
    return { ...ask(topic, place), answer: topic.answer(index), place }
  })
}

/** Where the right passage is among those found; -1: it is not. */
async function placesOf(
  world: BenchWorld,
  asked: readonly Question[],
  uuids: readonly string[],
  took: number[],
): Promise<number[]> {
  const places: number[] = []
  for (const { answer, place, ...question } of asked) {
    const startedMs = performance.now()
    const found = await search(world, question, uuids)
    took.push(performance.now() - startedMs)
    places.push(
      found.findIndex(({ chunk_text, filename }) => chunk_text.includes(answer) && filename.startsWith(place)),
    )
  }
  return places
}

async function uploadAll(world: BenchWorld): Promise<string[]> {
  const uuids: string[] = []
  for (const [at, place] of PLACES.entries()) {
    const text = [`# ${place} Dental Practice`, ...TOPICS.map((topic) => `## ${topic.heading}\n\n${topic.text(at)}`)]
    const { statusCode, body } = await world.app.server.inject({
      method: 'POST',
      url: `/api/v1/knowledge-base/documents?filename=${place}-practice.md`,
      headers: { 'x-api-key': KEY, 'content-type': 'text/markdown' },
      payload: text.join('\n\n'),
    })
    if (statusCode !== 200) throw new Error(`upload: ${statusCode} ${body}`)
    uuids.push((JSON.parse(body) as { document_uuid: string }).document_uuid)
  }
  return uuids
}

async function search(
  world: BenchWorld,
  question: Pick<Question, 'query' | 'keywords'>,
  document_uuids: readonly string[],
): Promise<Array<{ chunk_text: string; filename: string }>> {
  const { body } = await world.request('POST', '/api/v1/knowledge-base/search', { ...question, document_uuids })
  return (body as { chunks: Array<{ chunk_text: string; filename: string }> }).chunks
}
