const words = (text: string): string => ` ${text.toLowerCase().split(/\s+/).join(' ')} `;

/** A store's name with its city; a name that has the city in it already stays as it is (E-6G). */
export const nameWithCity = ({ name, city }: { name: string; city: string }): string =>
  words(name).includes(words(city)) ? name : `${name}, ${city}`;
