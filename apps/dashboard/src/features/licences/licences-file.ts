/** The texts of all licences, as the dashboard's own server offers them. */
export const licencesFile = '/licences.txt';
