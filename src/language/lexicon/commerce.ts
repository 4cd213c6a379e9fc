import type { Lexicon } from './lexicon.js';

export const commerce: Lexicon = {
  phrases: `credit card, debit card, bank transfer, tracking number, discount code, promo code, gift card, order
    number, purchase order, price range, per month, per year, annual contract, free trial, out of stock, in stock,
    shopping cart, wish list, paid by, paid for, paid the, willing to pay, return the, was charged, been charged,
    shipped by, budget for, budget of, costs about, late delivery, was billed, is billed, billed quarterly, billed
    monthly, billed annually, apple pay, google pay, phone plan, higher than expected, the quote from, grew by,
    market share, profit margin, net income, interest rate, exchange rate, stock price, pays with, pays for, pay
    back, owes me, owe him, lent me, saving for, saves for, savings account, bank account, checking account, credit
    score, free shipping, return policy, money back, purchase price, asking price, best before, on sale, for sale,
    sold the, sold out, per unit, bulk order, repeat customer, customer service, customer support, loyalty program,
    wants a refund, sells for, spent on`,
  strong: `invoice order refund purchase buy bought subscription checkout discount coupon payment paypal shipping
    shipment shipped receipt price pricing customer merchant vendor supplier budget warranty unpaid cart voucher
    retailer amazon ebay shopify stripe rent salary mortgage loan tax rechnung bestellung factura pedido facture
    commande revenue profit turnover membership sold spending expense expenses reimburse reimbursement insurance
    wholesale retail auction bid bidder klarna mastercard venmo iban swift paycheck payroll wage bonus dividend
    portfolio etf shares bitcoin crypto lease leasing instalment installment deposit debt creditor billing billed
    bills prepaid overpaid underpaid quotation procurement inventory sku catalogue storefront marketplace seller
    buyer shopper shopping groceries consumer upsell churn prospect donation donated mehrwertsteuer vat customs
    tariff`,
  weak: `pay paid cost sell sold sale expensive cheap cheaper money cash fee bill charge contract deal delivery
    package product brand store shop item renew premium plan upgrade account balance spend size compare bank dhl ups
    fedex credit stock invest share quote percent q1 q2 q3 q4 growth car vehicle furniture shoes jacket phone laptop
    gift card wallet savings pension sponsor fund funding investor valuation startup company business offer
    negotiate trade import export parcel courier return exchange complaint complain late subscription switch afford
    currency dollar euro pound yen`,
};
