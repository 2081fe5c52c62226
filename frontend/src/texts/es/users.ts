import type { users as en } from '../en/users.js';

export const users: Record<keyof typeof en, string> = {
  pictureMoveItWithTheArrow: 'Foto. Muévela con las flechas',
  zoom: 'Zoom',
  savePicture: 'Guardar foto',
  aPictureCanBeAtMost: 'Una foto puede pesar 5 MB como máximo.',
  thisFileIsNotAPicture: 'Este archivo no es una imagen que podamos leer.',
  changePicture: 'Cambiar foto',
  pictureFile: 'Archivo de la foto',
  yourPicture: 'Tu foto',
  firstName: 'Nombre',
  lastName: 'Apellido',
  username: 'Nombre de usuario',
  bio: 'Biografía',
  saveProfile: 'Guardar perfil',
  aboutMe: 'Sobre mí',
  editProfile: 'Editar perfil',
  noBioYetALineAbout: 'Aún sin biografía. Una línea sobre ti, para tu pareja.',
  joined: 'En Duet desde {month}',
};
