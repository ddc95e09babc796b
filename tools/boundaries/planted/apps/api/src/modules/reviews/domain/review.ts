import { Injectable } from '@nestjs/common';

export const plantedIn = Injectable;
