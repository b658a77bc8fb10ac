/** How people ask in Spanish not to be called again. */
import type { DoNotCallPack } from '../pack.ts'

const CALL =
  '(?:llam(?:e|en|es|ar|arme|arnos|aran?|ada|adas)|molest(?:e|en|es|ar|arme)|contact(?:e|en|es|ar|arme)|marc(?:ar|arme)|marquen?|telefone(?:e|en|ar|arme))'
const ME = '(?:me|nos|mi (?:numero|nombre|telefono|contacto)|mis datos|este numero)'
const LIST = '(?:listas?|base de datos|sistema|registros?|archivos?)'
const REMOVE = '(?:quit|saqu|borr|elimin|supr|retir)\\w*'

export const spanishDoNotCall: DoNotCallPack = {
  requests: [
    `(?:ya )?no (?:me |nos )?(?:vuelvan?|vuelvas) a ${CALL}`,
    `no (?:me |nos )?(?:vuelvan?|vuelvas) a (?:llamar|molestar|contactar)`,
    `no (?:me |nos )?${CALL} (?:nunca |ya |por favor )?mas`,
    `no (?:me |nos )?(?:llamen?|llames|contacten?|molesten?)(?: mas| nunca| aqui| a este numero)*$`,
    `ya no (?:me |nos )?${CALL}`,
    `nunca (?:mas )?(?:me |nos )?(?:vuelvan? a |vuelvas a )?(?:llamen?|llames|llamar|contacten?|molesten?)`,
    `(?:deje|dejen|deja|dejad|pare|paren|para|cese|cesen) (?:ya )?de ${CALL}`,
    '(?:deje|dejen|deja) de acosar\\w*',
    `no (?:quiero|deseo|queremos) (?:ya )?que (?:me |nos )?(?:vuelvan a )?${CALL}`,
    'no (?:quiero|deseo|queremos) (?:recibir )?(?:mas |sus |estas |ninguna )*llamadas',
    'no (?:quiero|deseo) ser (?:contactad|molestad|llamad)[oa]',
    'no mas llamadas',
    'no insista(?:n)?(?: mas)?',
    '(?:prohibo|les prohibo|le prohibo) (?:que )?(?:me |nos )?llam\\w*',
    'no (?:me |nos )?busquen? mas',
    '(?:es|esto es) acoso',
    '(?:voy a|los voy a|les voy a) denunciar\\w*',
    `que no (?:me |nos )?${CALL}`,
    `(?<!lista de espera )${REMOVE} (?:me )?(?:${ME} )?(?:de|del) (?:la |su |esta |esa |sus |las |todas sus )?${LIST}(?! de espera)`,
    `${REMOVE} (?:me )?(?:mi (?:numero|nombre|telefono|contacto)|mis datos)`,
    '(?:que )?(?:me|nos) (?:quiten|saquen|borren|eliminen|retiren)',
    '(?:dar|darme|darnos|denme|deme|den|de|doy) (?:me )?de baja',
    '(?:retiro|revoco|cancelo) (?:mi|el) consentimiento',
    'no (?:doy|di|tienen?|he dado) (?:mi |su )?(?:consentimiento|permiso|autorizacion)(?: .*)?(?:llam\\w*)?',
    'no autorizo',
    'lista robinson',
    'lista de no (?:llamar|molestar)',
    '(?:olvide|olviden|olvida|olvidense|olvidese|pierda|pierdan|bloquee|bloqueen) (?:de )?mi numero',
    '(?:dejeme|dejenme|dejame|dejennos|dejenos) (?:en paz|tranquil[oa]s?)',
    'si (?:me |nos )?(?:vuelven|vuelve) a llamar',
    'si (?:me |nos )?(?:llaman|llama) (?:otra vez|de nuevo)',
  ],
  exemptions: ['lista de espera', 'por que no (?:me )?llam\\w*', '(?:yo|nosotros) no (?:le |les |te )?llame'],
  always: [],
  limitedRefusals: [
    `no (?:me )?llamen? (?:ahora|hoy|por la (?:manana|tarde|noche)|antes|despues|en el trabajo|al trabajo|tan temprano)`,
  ],
  invitations: [
    '(?:llameme|llamame|llamenme|llame|vuelva a llamar)(?: \\w+)? ?(?:manana|tarde|luego|despues|noche|lunes|martes|miercoles|jueves|viernes|por la \\w+|mas tarde)',
  ],
  final: ['nunca', 'lista', 'jamas'],
  unfinished: ['no', 'de', 'mi', 'me', 'que', 'nunca', 'su'],
  phrases: [
    'no me llame mas',
    'no me vuelvan a llamar',
    'dejen de llamarme',
    'quiteme de la lista',
    'borren mi numero',
  ],
}
