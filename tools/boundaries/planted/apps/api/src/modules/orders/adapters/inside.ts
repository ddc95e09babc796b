export const insideOfOrders = true;
