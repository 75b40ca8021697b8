export { SocialImages, type DrawnPicture } from './social-images.ts';
