import Swiper from 'swiper';

export const HomePage = Swiper;
