export type DemoStore = {
  no: number;
  city: string;
  street: string;
  zipCode: string;
  latitude: number;
  longitude: number;
  type: 'contact' | 'super' | 'generalist';
  sign: string | null;
};

const rows: [number, string, string, string, number, number][] = [
  [101, 'Warszawa', 'ul. Marszałkowska 84', '00-514', 52.2263, 21.0142],
  [102, 'Warszawa', 'ul. Puławska 17', '02-515', 52.2081, 21.0225],
  [103, 'Warszawa', 'al. Komisji Edukacji Narodowej 36', '02-797', 52.1504, 21.0447],
  [104, 'Kraków', 'ul. Długa 25', '31-147', 50.0678, 19.9389],
  [105, 'Kraków', 'os. Złotego Wieku 14', '31-615', 50.0929, 20.0101],
  [106, 'Łódź', 'ul. Piotrkowska 120', '90-006', 51.7592, 19.4572],
  [107, 'Łódź', 'ul. Żeromskiego 8', '90-625', 51.7701, 19.4415],
  [108, 'Wrocław', 'ul. Świdnicka 40', '50-024', 51.1043, 17.0307],
  [109, 'Wrocław', 'ul. Krzywoustego 126', '51-421', 51.1412, 17.0849],
  [110, 'Poznań', 'ul. Święty Marcin 24', '61-805', 52.4065, 16.9235],
  [111, 'Poznań', 'os. Bolesława Śmiałego 4', '60-682', 52.4628, 16.9141],
  [112, 'Gdańsk', 'ul. Grunwaldzka 82', '80-244', 54.382, 18.6052],
  [113, 'Gdańsk', 'ul. Kartuska 195', '80-122', 54.3532, 18.6021],
  [114, 'Gdynia', 'ul. Świętojańska 36', '81-372', 54.5152, 18.5405],
  [115, 'Szczecin', 'al. Wyzwolenia 18', '70-554', 53.4361, 14.555],
  [116, 'Bydgoszcz', 'ul. Gdańska 47', '85-005', 53.1287, 18.0084],
  [117, 'Lublin', 'ul. Narutowicza 32', '20-016', 51.2443, 22.5594],
  [118, 'Białystok', 'ul. Lipowa 29', '15-424', 53.1325, 23.155],
  [119, 'Katowice', 'ul. Mariacka 11', '40-014', 50.2577, 19.0247],
  [120, 'Gliwice', 'ul. Zwycięstwa 52', '44-100', 50.2977, 18.6714],
  [121, 'Sosnowiec', 'ul. Modrzejowska 20', '41-200', 50.2784, 19.1273],
  [122, 'Częstochowa', 'al. Najświętszej Maryi Panny 45', '42-217', 50.8118, 19.1161],
  [123, 'Radom', 'ul. Żeromskiego 61', '26-610', 51.4027, 21.1533],
  [124, 'Toruń', 'ul. Szeroka 22', '87-100', 53.0108, 18.6049],
  [125, 'Kielce', 'ul. Sienkiewicza 38', '25-507', 50.8703, 20.6286],
  [126, 'Rzeszów', 'ul. Grunwaldzka 15', '35-068', 50.0394, 22.001],
  [127, 'Olsztyn', 'ul. Dąbrowszczaków 10', '10-541', 53.7791, 20.4886],
  [128, 'Opole', 'ul. Krakowska 33', '45-075', 50.6659, 17.9243],
  [129, 'Zielona Góra', 'ul. Kupiecka 21', '65-426', 51.9383, 15.5051],
  [130, 'Gorzów Wielkopolski', 'ul. Sikorskiego 9', '66-400', 52.7312, 15.24],
  [131, 'Elbląg', 'ul. 1 Maja 3', '82-300', 54.161, 19.4012],
  [132, 'Tarnów', 'ul. Wałowa 27', '33-100', 50.0132, 20.9884],
  [133, 'Płock', 'ul. Tumska 14', '09-402', 52.5437, 19.6897],
  [134, 'Koszalin', 'ul. Zwycięstwa 88', '75-001', 54.1906, 16.1828],
  [135, 'Nowy Sącz', 'ul. Jagiellońska 40', '33-300', 49.6222, 20.6934],
  [136, 'Jelenia Góra', 'ul. 1 Maja 16', '58-500', 50.9031, 15.734],
  [137, 'Suwałki', 'ul. Kościuszki 56', '16-400', 54.1028, 22.9305],
  [138, 'Zamość', 'ul. Żdanowska 12', '22-400', 50.7165, 23.2526],
  [139, 'Słupsk', 'ul. Wojska Polskiego 1', '76-200', 54.464, 17.0286],
  [140, 'Świnoujście', 'ul. Bohaterów Września 7', '72-600', 53.9105, 14.2471],
];

const types = ['super', 'contact', 'generalist'] as const;

/** The demo chain's stores; numbers 101 to 140. */
export const demoStores: DemoStore[] = rows.map(([no, city, street, zipCode, latitude, longitude], at) => ({
  no,
  city,
  street,
  zipCode,
  latitude,
  longitude,
  type: types[at % 3] ?? 'contact',
  sign: no === 101 ? '– Marszałkowska' : null,
}));

export const storeName = ({ city, street }: DemoStore): string =>
  `Koszyk ${city} ${street.replace(/^(ul|al|os)\. /, '').replace(/ \d+$/, '')}`;

const inCities = (...cities: string[]): number[] => demoStores.filter((store) => cities.includes(store.city)).map((store) => store.no);

export type DemoGroup = { name: string; stores: number[] };

/** Groups by the numbers of their stores. */
export const demoGroups: readonly DemoGroup[] = [
  { name: 'Warszawa', stores: inCities('Warszawa') },
  { name: 'Śląsk', stores: inCities('Katowice', 'Gliwice', 'Sosnowiec', 'Częstochowa', 'Opole') },
  { name: 'Trójmiasto i Pomorze', stores: inCities('Gdańsk', 'Gdynia', 'Słupsk', 'Koszalin', 'Elbląg') },
  { name: 'Małopolska', stores: inCities('Kraków', 'Tarnów', 'Nowy Sącz') },
  { name: 'Ściana wschodnia', stores: inCities('Białystok', 'Suwałki', 'Zamość', 'Lublin', 'Rzeszów') },
  { name: 'Sklepy ze stacją paliw', stores: demoStores.filter((store) => store.no % 5 === 0).map((store) => store.no) },
];

/** Customers' segments; every fourth demo phone belongs to the first. */
export const demoSegments = ['Rodzina', 'Seniorzy', 'Nowi klienci', 'Miłośnicy kawy', 'Zakupy na wynos'];

/** Coupon thresholds in złoty, by id. */
export const demoThresholds: [string, number][] = [
  ['prog-50', 50],
  ['prog-100', 100],
  ['prog-150', 150],
  ['prog-250', 250],
];
