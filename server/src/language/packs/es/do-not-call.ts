/** How people ask in Spanish not to be called again, in Spain and in America. */
import type { DoNotCallPack } from '../pack.ts'
import { type RefusalWords, refusalPatterns } from '../refusals.ts'

const WHO = '(?:me|nos)?'
/** Endings of imperative and wish forms; narrative forms ("no me llamaron", "no me llamo") are not included. */
const WISH = `(?:e|en|es|eis|ar|ar(?:me|nos|los|la|lo|les|le)|aran?|aras|arais|asen?|ando|ando${WHO})`
const CALL = `(?:(?:llam|molest|contact|telefone|acos|fastidi|hostig|timbr|jod|incordi)${WISH}|(?:marc|busc)(?:ar|aran?|ando)${WHO}|marqu(?:en?|es|eis)|busqu(?:en?|es)|importun(?:en?|ar)${WHO}|hac(?:er|iendo) spam|insist(?:a|an|as|ais|ir|iendo|ieran?|iesen?)|comuniqu(?:e|en)|comunic(?:ar|arse|aran?|asen?|ando)|habl(?:en|arme|arnos|ando|andome)|d(?:ar|ando|es?|en) la (?:lata|brasa|tabarra|murga)|contactad[oa]s?|molestad[oa]s?|llamad[oa]s?(?= )(?! (?:perdida|por cobrar)))`
const CALLS =
  '(?:contactos? telefonicos?|(?:tipo de|mas) contacto|llamad(?:a|as|itas)|telefonazos|timbrazos|llamadera|acoso|hostigamiento)'
const WHEN =
  '(?:ahora|todavia|aun|hoy|manana|esta (?:noche|tarde|semana|manana)|por las? (?:manana|tarde|noche)s?|de noche|antes|despues de|hasta|mientras|cuando|tan (?:temprano|tarde|pronto)|a (?:esta|estas|esa|la) horas?|a las|entre|durante|(?:el|los|en) (?:lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|fin(?:es)?)|en (?:hora|horas|horario))'
const WHERE =
  '(?:(?:al|en el|a mi|a la|en la|en mi) (?:trabajo|oficina|casa|fijo|empresa)|al (?:fijo|otro)|a mi (?:marido|mujer|esposo|esposa|jefe))'

const WORDS: RefusalWords = {
  never: '(?:no|nadie|ninguno|nunca|jamas|ni|tampoco)',
  gap: '(?:(?!(?:si|cuando|porque|pero|hablar|puedo|ahora|estoy|es|era|se que|quien|donde|como|mejor|entonces|he|ha|han|hemos|habia|gracias|sino|hasta|tengo|iba|iban|cambiar|cancelar|olvide|olvides|olviden|deje|dejes|hoy|cuelgue|manana|dude|duden|pedi|pedido|pare|importa|molesta)(?: ))\\w+)',
  call: CALL,
  notCall: '(?:a (?:mi|su|el|la) (?:jefe|oficina|vecino)|(?:senora?|senorita|don|dona|doctora?|usted|de usted)(?: |$))',
  calling: '(?:llam(?:a|an|as|ais)|molest(?:a|an|as)|marc(?:a|an|as)|habl(?:a|an|as|e)|timbra)',
  again: '(?:mas(?! tarde| temprano)|otra vez|de nuevo|nuevamente|nunca|jamas|en el futuro)',
  calls: CALLS,
  notCalls: '(?:perdidas?|en espera|de ayer|ayer|tuyas?$)',
  stop: '(?:dej|par|bast|ces|termin|acab|fren|deten|aguant|evit|abst)\\w*',
  cease: '(?:ces|par|termin|acab)(?:e|en|ar|aran?)',
  none: '(?:no mas|sin(?: mas)?|ni(?: una| mas)?|basta de|alto a|stop a|cero|nada de)',
  enough:
    '(?:hart[oa]s?|cansad[oa]s?|aburrid[oa]s?|estuvo (?:bien|bueno)|suficientes?|demasiad[oa]s?|hasta (?:aqui|la coronilla|las narices|el gorro)|ya (?:vale|esta bien))',
  want: '(?:quier\\w*|quer\\w*|dese\\w*|acept\\w*|necesit\\w*|recibir|recibiendo|reciba|admit\\w*|toler\\w*|permit\\w*|soport\\w*|aguant\\w*|pedi\\w*|solicit\\w*|interesan?|bienvenidas?)',
  nobody: '(?:nadie|ninguno)',
  remove:
    '(?:quit|saqu|sac|borr|elimin|supr|retir|tach|remuev|remov|exclu|desapunt|desaparez|desaparec|salga|salir)\\w*',
  removed: '(?:borrad|eliminad|quitad|retirad|suprimid|tachad)[oa]s?',
  mine: '(?:mi (?:numero|nombre|telefono|contacto|informacion|celular|movil|ficha|registro)|mis datos|(?:este|nuestro) (?:numero|telefono|nombre)|el (?:numero|telefono)$)',
  list: '(?:listas?|bases?(?: de datos)?|sistemas?|registros?|archivos?|ficheros?|directorios?|agendas?|contactos|padron|computador[ae]?|ordenador)',
  notList: '(?:de espera|de la compra)',
  forget: '(?:(?<!me )olvid(?:e|en|a|ad|ese|ense|ate|aos|arse)|pierd(?:a|an|e)|bloque\\w*|rompan?)',
  number: '(?:(?:mi|este|nuestro) (?:numero|telefono)(?! de)|(?:de mi|de nosotros|que existo))',
  revoke: '(?:retir|revoc|cancel|anul)\\w*',
  consent: '(?:consentimientos?|autorizacion\\w*|permisos?)',
  permission: '(?:consentimiento|consenti|consiento|autoriz\\w+|autorice|permisos?|derecho a (?:llam|molest)\\w*)',
  forbid:
    '(?:prohib\\w*|opongo|oponemos|exijo|exigimos|me niego|niego a|rechazo|rehuso|pido que|quiero que (?:no|dejen|paren|cesen))',
  use: '(?:us\\w+ (?:\\w+ ){0,2}?(?:numero|telefono|datos)|al uso|al tratamiento|dejen|paren|cesen)',
  ifCall: '(?:si|como) (?:\\w+ ){0,3}?(?:llam|marc|molest|contact|vuelv)\\w*',
  later:
    '(?:manana|luego|mas tarde|esta (?:tarde|noche)|por la (?:manana|tarde|noche)|el (?:lunes|martes|miercoles|jueves|viernes)|en (?:una?|dos|tres) (?:hora|dia|rato|semana)s?)',
  ifOn: '(?:si|como) (?:\\w+ ){0,2}?(?:sigu|contin|insist)\\w*',
  threat:
    '(?:(?:los|les|le|lo|la|os|voy a|vamos a|pienso|tendre que|si no|poner una|pongo una|presentar una) (?:\\w+ ){0,3}?(?:denunci|demand|report)\\w*|mi abogad[oa]|bloquee|(?:los|les|lo|la|le|os) (?:he|tengo) bloquead[oa]s?|(?:llam\\w*|voy|ire|acud\\w*) a la policia|es (?:un )?(?:acoso|hostigamiento))',
  law: '(?:robinson|lista de (?:no (?:llamar|molestar)|exclusion|(?:los |las |gente |personas )*que no)|derechos? de (?:oposicion|supresion|cancelacion|olvido)|proteccion de datos|registro publico (?:para|de)|la ocu|facua|consumidor|profeco|repep|no llame$)',
  alone: '(?:dej[ea]|dejen|dejad)(?:me|nos)? (?:\\w+ ){0,2}?(?:en paz|tranquil[oa]s?|vivir|quiet[oa])',
  hear: '(?:saber|sepa|oir|escuchar|noticias) (?:\\w+ ){0,3}?(?:de|a) (?:ustedes|usted|vosotros|su empresa)',
  oneMore: '(?:una?|otra|alguna)',
  and: '(?:mas )?(?:y|o)',
  neverAgain: '^(?:\\w+ ){0,3}?nunca mas(?: por favor| gracias)*$',
  last: '(?:(?:sea|es|fue|sera) (?:\\w+ )?(?:la |su )?ultima (?:vez que (?:\\w+ ){0,2}?(?:llam|marc|contact|molest)\\w*|llamada)|ultima vez que (?:se )?(?:\\w+ ){0,2}?(?:digo|aviso|repito|pido|advierto))',
}

export const spanishDoNotCall: DoNotCallPack = {
  requests: [
    ...refusalPatterns(WORDS),
    'numero no es para',
    'a este (?:numero|telefono) no',
    'ni se (?:le|les|te|os) ocurra',
    '(?:ninguna llamada|ni una) mas',
    '^(?:(?:asi que|ya|pues|entonces) )*(?:pare|paren|basta|stop)(?: (?:ya|por favor|con esto))*$',
    '(?:cancel|suspend|anul)\\w* (?:\\w+ ){0,5}?llamadas?(?! (?:de|del|que) (?:ayer|hoy|manana|lunes|martes))',
    'si (?:\\w+ ){0,2}?(?:vuelv|lleg)\\w* a (?:llam|marc|molest|contact)\\w*(?! (?:manana|luego|mas tarde|por la|el|a las))',
    'si (?:se|vuelvo a saber|oigo) (?:\\w+ ){0,2}?de (?:ustedes|usted)',
    '(?:me|nos) (?:(?:quit|borr|elimin|retir|tach)(?:en|aran?|asen)|saquen|sacaran|excluyan)',
    '(?:quit|saqu|sac|borr|elimin|retir|tach|exclu)\\w*(?:me|nos)(?: (?:ya|por favor|hagan?|el|favor|ahora|de una vez|inmediatamente|(?:de )?(?:ahi|aqui|esto|eso)))*$',
    '(?:dar|darme|darnos|denme|deme|denos|dennos|den|me de|doy|dado|damos|tramit\\w*|solicit\\w*|pido) (?:me |la |mi |una )*(?:de )?baja(?! (?:el|la|del|de la) (?:periodico|revista|luz|gas|linea|seguro))',
    '(?:estar|aparecer|figurar|seguir) (?:\\w+ ){0,2}?en (?:su|esta|esa|la|sus|vuestra) (?:listas?|base de datos)(?! de espera)',
    'no (?:\\w+ )?(?:intent|prueb|trat|insist)\\w* (?:de nuevo|otra vez|mas)',
    'no insistan?$',
    'no (?:me |nos )?devuelv(?:a|an) (?:la|las|mis) llamadas?',
    'no (?:lo|le|la) (?:haga|hagan|hagas) (?:nunca )?(?:mas|de nuevo|otra vez)',
    '(?:le|les) (?:\\w+ ){0,3}?(?:dicho|dije|pedi|pedido) que (?:pare|paren|dejen?|no)',
    'cuantas veces (?:\\w+ ){0,6}?(?:pare|paren|no|dejen?)',
    '(?:borr|elimin|quit|sac)\\w+ (?:mi|mis|este|nuestro) (?:numero|datos|nombre|telefono)',
    'no (?:acepto|aceptamos|admito|admitimos|atiendo|quiero) (?:llamadas )?(?:comerciales|de ventas|publicidad|telemarketing|llamadas)',
  ],
  candidates: [
    'larg\\w+',
    'vay\\w+se',
    'pierd\\w+se',
    'no me interesa',
    'no estoy interesad[oa]',
    'estafa\\w*',
    'que pesad\\w+',
    'perdida de tiempo',
    'al diablo',
    'a la mierda',
  ],
  exemptions: [
    'no (?:toque|toques|toquen) (?:el |al )?timbre',
    '(?:termin|acab|cort)\\w* (?:ya )?(?:la|esta) llamada',
    '(?:\\w+ ){0,5}lista de espera',
    'por que no (?:me |nos )?llam\\w*',
    // Statements about the person: "no puedo llamarle", "no le llamé".
    '(?:yo |nosotros )?no (?:puedo|pude|podia|podre|voy a|iba a|quise|alcance a|logre|consegui|se) (?:\\w+ )?(?:llamar|contactar|marcar|comunicar)(?:le|les|los|las|lo|la|te|se)?',
    '(?:yo|nosotros) no (?:le |les |te )?llame',
    'no (?:hace falta|es necesario|necesita|tiene|tienen) que (?:\\w+ ){0,3}?llam\\w*(?! mas)(?! nunca)',
    'no (?:hace falta|es necesario|necesita) (?:\\w+ )?llamar\\w*(?! mas)(?! nunca)',
    'no (?:me )?molesta(?:n)?(?! mas)',
    'no es (?:ninguna )?molestia',
    'no (?:se )?moleste(?:n)? (?:en|usted|por)',
    'si no (?:me |nos )?llam(?:an?|as|aron|o)(?= |$)(?! mas)',
    '(?:para que|hasta que|mientras) no (?:me |nos )?llam\\w*',
    'no (?:me |nos |lo |la )?(?:borr|quit|elimin|tach|saqu)\\w*',
  ],
  always: [],
  limitedRefusals: [
    `no (?:\\w+ ){0,3}?(?:llam|marqu|telefone)\\w*(?: \\w+)? ${WHEN}`,
    '(?:hoy|ahora|manana|esta noche|por la manana) (?:mejor )?no (?:me |nos )?llam\\w*(?: mas)?',
  ],
  elsewhereRefusals: [`no (?:me |nos )?llam\\w* ${WHERE}`],
  invitations: [
    '(?:llameme|llamame|llamenme|llame|llamen|vuelva a llamar|mejor|sino|pruebe|intente)(?: \\w+)? ?(?:manana|tarde|luego|despues|noche|lunes|martes|miercoles|jueves|viernes|por la \\w+|mas tarde|a las|en la|en una|otro dia|al (?:movil|celular|otro))',
    'use est[ea]',
    'llame[n]? a est[ea]',
    'hable[n]? conmigo',
  ],
  final: ['nunca', 'lista', 'jamas'],
  unfinished: ['no', 'de', 'mi', 'me', 'que', 'nunca', 'su', 'ya', 'por', 'pare', 'para', 'paren', 'stop'],
  phrases: [
    'no me llame mas',
    'no me vuelvan a llamar',
    'dejen de llamarme',
    'quiteme de la lista',
    'borren mi numero',
  ],
}
