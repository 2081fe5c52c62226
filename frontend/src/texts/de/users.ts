import type { users as en } from '../en/users.js';

export const users: Record<keyof typeof en, string> = {
  pictureMoveItWithTheArrow: 'Bild. Mit den Pfeiltasten verschieben',
  zoom: 'Zoom',
  savePicture: 'Bild speichern',
  aPictureCanBeAtMost: 'Ein Bild darf höchstens 5 MB groß sein.',
  thisFileIsNotAPicture: 'Diese Datei ist kein Bild, das wir lesen können.',
  changePicture: 'Bild ändern',
  pictureFile: 'Bilddatei',
  yourPicture: 'Dein Bild',
  firstName: 'Vorname',
  lastName: 'Nachname',
  username: 'Benutzername',
  bio: 'Über mich',
  saveProfile: 'Profil speichern',
  aboutMe: 'Über mich',
  editProfile: 'Profil bearbeiten',
  noBioYetALineAbout: 'Noch leer. Schreib eine Zeile über dich.',
  joined: 'Dabei seit {month}',
};
