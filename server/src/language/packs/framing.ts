/** Words around a spoken number or code without meaning for it, and names of letters. Compared without accents. */
export interface WordsAroundValues {
  /** Words around digits, numbers and codes. */
  words: string
  /** Words around numbers that name what is counted. Currencies come from `spoken`. */
  counted: string
  /** Words between a letter and the word that spells it: "B as in Berlin". */
  asIn: string
  /** Names of letters with more than one letter, as `name:letter`. */
  letters: string
  /** Words of the telephone spelling alphabets; each stands for its first letter. */
  spelling: string
}

const NATO =
  'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu'

export const WORDS_AROUND_VALUES: Readonly<Record<string, WordsAroundValues>> = {
  en: {
    words:
      'is its it number option press pressed choose um uh er and my the code pin that dash hyphen say i please okay yes well account order reference card customer for a an on at ending ends in with our am was be will would thanks thank you here this s zip postal postcode sure of to m ll ve d re im',
    counted:
      'years year old days day weeks week months month hours hour minutes minute people persons person times time percent items pieces kilos kilograms pounds miles kilometers degrees about around roughly approximately nearly exactly pay can could owe it something like bucks dollar dollars cent cents euro euros pounds pence grand each have we',
    asIn: 'as in|for|like|as',
    letters:
      'ay:a bee:b be:b cee:c see:c sea:c dee:d eff:f gee:g aitch:h jay:j kay:k el:l ell:l em:m en:n pee:p pea:p cue:q queue:q ar:r ess:s tee:t tea:t vee:v ex:x wye:y zee:z zed:z',
    spelling: NATO,
  },
  de: {
    words:
      'ist es nummer code pin und die der das meine mein lautet bitte ja also ah ahm bindestrich strich option taste drucken kundennummer bestellnummer kontonummer kartennummer postleitzahl danke sie ich habe hier den dann',
    counted:
      'jahre jahr alt tage tag wochen woche monate monat stunden stunde minuten minute personen leute mal prozent stuck kilo kilogramm kilometer grad etwa ungefahr circa rund genau bin wir zahle kann zahlen euro euros cent',
    asIn: 'wie in|wie',
    letters: 'be:b ce:c de:d ef:f ge:g ha:h jot:j ka:k pe:p ku:q te:t vau:v ix:x zett:z zet:z ypsilon:y',
    spelling: `${NATO} anton berta casar caesar dora emil friedrich gustav heinrich ida julius kaufmann konrad ludwig martha nordpol otto paula quelle richard samuel siegfried theodor ulrich viktor wilhelm xanthippe zacharias zeppelin`,
  },
  es: {
    words:
      'es el la numero codigo pin y mi por favor si eh guion opcion tecla pulse pedido cuenta tarjeta cliente postal gracias un una aqui tengo de',
    counted:
      'anos ano dias dia semanas semana meses mes horas hora minutos minuto personas persona veces vez por ciento kilos kilogramos kilometros grados unos unas casi exactamente aproximadamente tengo puedo pagar somos euros euro centimos',
    asIn: 'de|como',
    letters:
      'be:b ce:c efe:f ge:g hache:h jota:j ka:k ele:l eme:m ene:n pe:p cu:q erre:r ese:s te:t uve:v equis:x zeta:z',
    spelling: `${NATO} antonio barcelona carmen dolores enrique francia gerona historia inglaterra jose lorenzo madrid navarra oviedo paris querido ramon sabado tarragona ulises valencia washington zaragoza`,
  },
  fr: {
    words:
      'est cest le la les numero code pin et mon ma sil vous plait oui euh tiret option touche appuyez commande compte carte client postal merci un une ici jai de du',
    counted:
      'ans an annees jours jour semaines semaine mois heures heure minutes minute personnes personne fois pour cent pourcent kilos kilogrammes kilometres degres environ a peu pres exactement jai je peux payer nous sommes euros euro centimes',
    asIn: 'comme',
    letters: 'be:b ce:c effe:f ji:j ka:k elle:l aime:m haine:n pe:p ku:q erre:r esse:s te:t ve:v ixe:x igrec:y zede:z',
    spelling: `${NATO} anatole berthe celestin desire eugene francois gaston henri irma joseph kleber louis marcel nicolas pierre quintal raoul suzanne therese ursule william xavier yvonne zoe`,
  },
  pt: {
    words:
      'e o a os as numero codigo pin e meu minha por favor sim eh traco hifen opcao tecla aperte pedido conta cartao cliente postal cep obrigado obrigada um uma aqui tenho de do da',
    counted:
      'anos ano dias dia semanas semana meses mes horas hora minutos minuto pessoas pessoa vezes vez por cento quilos quilogramas quilometros graus uns umas quase exatamente aproximadamente cerca tenho posso pagar somos reais real centavos euros euro',
    asIn: 'de|como',
    letters:
      'be:b ce:c efe:f ge:g aga:h jota:j ka:k ele:l eme:m ene:n pe:p que:q erre:r esse:s te:t ve:v xis:x ze:z ipsilon:y',
    spelling: `${NATO} amor bola casa dado elefante faca gato homem igreja jose kiwi lua maria navio ovo pato queijo rato sapo tatu uva vaca xadrez zebra`,
  },
}

export function wordsAroundValues(tag: string): WordsAroundValues {
  return WORDS_AROUND_VALUES[tag] ?? (WORDS_AROUND_VALUES.en as WordsAroundValues)
}
