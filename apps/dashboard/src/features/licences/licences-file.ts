export const licencesFile = '/licences.txt';
