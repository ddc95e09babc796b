import { CARD } from '../writes/listing-sql.ts';

/** The answer of the home page as JSON text: the featured products, then the sections in their order. Which sections there are is data. */
export const homeText = `with section as (
    select home_section.*, coalesce((select string_agg(${CARD}, ',' order by entry.position)
      from home_section_product entry join listing using (product_id) where entry.section_id = home_section.id and not listing.is_hidden), '') as products
    from home_section
  )
  select '[[{"products":[' || coalesce((select products from section where is_featured), '') || ']}]'
    || coalesce((select string_agg(',{"id":' || to_json(id) || ',"sectionName":' || to_json(section_name) || ',"products":[' || products
      || '],"after_slider_platform":' || after_slider_platform || ',"after_slider_price":' || after_slider_price || '}', '' order by position)
      from section where not is_featured), '') || ']' as json`;
