import { Injectable } from '@nestjs/common';
import { SubjectNames } from '../../../ops/index.ts';
import { OrderNotFound } from '../../domain/order-errors.ts';
import { StaffOrders } from './staff-orders.ts';

/** Lets the audit log find what was done to an order by the order's number. */
@Injectable()
export class OrderNames {
  constructor(names: SubjectNames, orders: StaffOrders) {
    names.add(async (number) => {
      try {
        return (await orders.find(number)).id;
      } catch (error) {
        if (error instanceof OrderNotFound) return null;
        throw error;
      }
    });
  }
}
