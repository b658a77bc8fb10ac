/** Right values of a contact list, common ones first. The uncommon names are right as well and must not be taken for faults. */
const words = (text: string) => text.split(',').map((word) => word.trim())

export const FIRST_NAMES = words(
  `James, Mary, Robert, Patricia, John, Jennifer, Michael, Linda, David, Elizabeth, William, Barbara, Richard, Susan, Joseph, Jessica,
   Thomas, Sarah, Christopher, Karen, Charles, Lisa, Daniel, Nancy, Matthew, Sandra, Anthony, Betty, Mark, Ashley, Donald, Emily, Steven,
   Kimberly, Andrew, Margaret, Paul, Donna, Joshua, Michelle, Kenneth, Carol, Kevin, Amanda, Brian, Melissa, Timothy, Deborah, Ronald,
   Stephanie, Jason, Rebecca, George, Sharon, Edward, Laura, Jeffrey, Cynthia, Ryan, Dorothy, Jacob, Amy, Nicholas, Kathleen, Gary,
   Angela, Eric, Shirley, Jonathan, Emma, Stephen, Brenda, Larry, Pamela, Justin, Nicole, Scott, Anna, Brandon, Samantha`,
)

export const LAST_NAMES = words(
  `Smith, Johnson, Williams, Brown, Jones, Garcia, Miller, Davis, Rodriguez, Martinez, Hernandez, Lopez, Gonzalez, Wilson, Anderson,
   Thomas, Taylor, Moore, Jackson, Martin, Lee, Perez, Thompson, White, Harris, Sanchez, Clark, Ramirez, Lewis, Robinson, Walker, Young,
   Allen, King, Wright, Scott, Torres, Nguyen, Hill, Flores, Green, Adams, Nelson, Baker, Hall, Rivera, Campbell, Mitchell, Carter,
   Roberts, Gomez, Phillips, Evans, Turner, Diaz, Parker, Cruz, Edwards, Collins, Reyes, Stewart, Morris, Morales, Murphy, Cook, Rogers,
   Gutierrez, Ortiz, Morgan, Cooper, Peterson, Bailey, Reed, Kelly, Howard, Ramos, Kim, Cox, Ward, Richardson, Watson, Brooks, Chavez,
   Wood, James, Bennett, Gray, Mendoza, Ruiz, Hughes, Price, Alvarez, Castillo, Sanders, Patel, Myers, Long, Ross, Foster, Jimenez,
   O'Brien, McDonald, Sullivan, Henderson`,
)

export const UNCOMMON_FIRST = words(
  `Mary Ann, Jean-Luc, María José, Anna-Lena, Zoë, Chloé, Siân, Søren, Björn, Łukasz, Nguyệt, J. R., DJ, Bo, Al, Ty, Xi, Ng, Aoife, Saoirse,
   D'Angelo, LaTonya, DeShawn, Mohammed Ali, Abd al-Rahman, Sai Krishna, Maximiliano, Bartholomew, Wilhelmina, Ana Sofía, Peggy Sue,
   Þórdís, Ernő, Åsa, Francisco Javier, Billy-Bob, Ming-Na, Jae-won, Ike, Ed, Jo, Cy, Guadalupe, Konstantinos, Anne Marie, Kwame,
   Nana Yaa, St. Clair, Faith, Precious, August, April, May, Will, Grant, Chase, Sue, Art, Bill, Mark Anthony, J.`,
)

export const UNCOMMON_LAST = words(
  `van der Berg, de la Cruz, O'Neill, D'Angelo, McAllister, MacDonald, Al-Rashid, Smith-Jones, St. John, Müller, Nuñez, Peña, Zhou, Ng, Xu,
   Wu, Li, Oh, Ó Briain, Åkesson, Dvořák, Szczepański, Nguyễn, von Habsburg-Lothringen, Ramírez de Arellano, Fitzgerald Jr.,
   Washington III, Papadopoulos, Krishnamurthy, Oyelaran-Adeyemi, Featherstonehaugh, Black, Day, Best, Law, Bishop, Major, Banks, Cash,
   Church, Sample, Blank, Nall, Koch, Yilmaz, Çelik, Hämäläinen, Lund, Berg, Rossi, Bianchi, Da Silva, dos Santos, Le Roux, Mbeki, Van Ness`,
)

export const CITIES = words(
  `New York, Los Angeles, Chicago, Houston, Phoenix, Philadelphia, San Antonio, San Diego, Dallas, San Jose, Austin, Jacksonville, Fort
   Worth, Columbus, Charlotte, Indianapolis, Seattle, Denver, Washington, Boston, El Paso, Nashville, Detroit, Portland, Las Vegas, Memphis,
   Louisville, Baltimore, Milwaukee, Albuquerque, Tucson, Fresno, Sacramento, Mesa, Kansas City, Atlanta, Omaha, Raleigh, St. Louis,
   Winston-Salem, Coeur d'Alene, Truth or Consequences, Rancho Santa Margarita`,
).map((city) => city.replace(/\s+/gu, ' '))

export const DOCTORS = words(`Dr. Smith, Dr. Patel, Dr. Jones, Dr. García, Dr. O'Leary, Dr. Van Dyke`)
